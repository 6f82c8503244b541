#include "tuplepack/formats/interactions/events.hpp"

#include "formats/zip_archive.hpp"

#include <doctest/doctest.h>

#include <random>

namespace tuplepack::tests::events_test {

using namespace formats;

namespace {

using Names = std::vector<std::string>;
using Whole = std::vector<std::int64_t>;
using Fractional = std::vector<double>;

void check_events(std::string_view text, const Whole& sources, const Whole& destinations, const temporal::Times& times,
                  const EventReadOptions& options = {}) {
  CAPTURE(text);
  const auto events = read_events(text, options);
  REQUIRE_MESSAGE(events.has_value(), events.error().message);
  CHECK(events->sources == sources);
  CHECK(events->destinations == destinations);
  CHECK(events->times == times);
}

/// "line:column code: message" with the parts that are there.
std::string event_refusal(std::string_view text, const EventReadOptions& options = {}) {
  const auto events = read_events(text, options);
  if (events) return "";
  const Error& error = events.error();
  std::string place;
  if (error.line > 0) place += std::to_string(error.line);
  if (error.column > 0) place += ":" + std::to_string(error.column);
  return place + (place.empty() ? "" : " ") + std::string(name(error.code)) + ": " + error.message;
}

}  // namespace

TEST_CASE("a first line without words in the columns in use is an interaction") {
  EventReadOptions chosen{.columns = {"1", "2", "3"}};
  chosen.bipartite = false;
  check_events("9,8,5,x\n1,2,6,y\n2,3,7,z\n", {9, 1, 2}, {8, 2, 3}, Whole{5, 6, 7}, chosen);
  check_events("3,1,2,x\n5,6,3,y\n6,7,4,z\n", {3, 5, 6}, {1, 6, 7}, Whole{2, 3, 4}, chosen);
  check_events("0,1,2020-01-01\n1,2,2020-01-02\n", {0, 1}, {1, 2}, Whole{1577836800, 1577923200});
  check_events("0,1,2020-01-01\n1,2,2020-01-02\n", {0, 1}, {1, 2}, Whole{1577836800, 1577923200}, chosen);
  chosen.columns = {"1", "2", "4"};
  check_events("9,8,alice,5\n1,2,bob,6\n", {9, 1}, {8, 2}, Whole{5, 6}, chosen);
  std::string note;
  check_events("0,1,2\n5,6,3\n", {0, 5}, {1, 6}, Whole{2, 3}, {.note = [&](const std::string& said) { note = said; }});
  CHECK(note == "the first line, 0,1,2, is an interaction; pandas writes it above columns without names");
}

TEST_CASE("dates have fractions of zeros and offsets from UTC") {
  for (const std::string date :
       {"2020-01-01T12:00:00Z", "2020-01-01 12:00", "2020-01-01 12:00:00.000", "2020-01-01T14:00:00.000000+02:00",
        "2020-01-01T06:30:00-0530", "2020-01-01T13:00+01", "2020-01-01 12:00:00 UTC"}) {
    CAPTURE(date);
    check_events("0,1," + date + "\n", {0}, {1}, Whole{1577880000});
  }
  for (const std::string date : {"2020-01-01T12:00:00.5", "2020-02-30", "2020-01-01T12:00:00+24:00",
                                 "2020-01-01T12:00:00+1", "2020-01-01T12:00:00.", "2020-01-01T12:00:00 CET"}) {
    const std::string refused = " malformed: time '" + date +
                                "' is not a date in whole seconds, such as 2019-01-31 or 2019-01-31T23:59:59+01:00";
    CHECK(event_refusal("0,1," + date + "\n") == "1:5" + refused);
    CHECK(event_refusal("src,dst,time\n0,1,2020-01-01\n0,1," + date + "\n") == "3:5" + refused);
  }
}

TEST_CASE("fields in quotes may have line breaks, in any column") {
  check_events("src,dst,time,msg\n0,1,10,\"a\nb\"\n1,2,20,c\n", {0, 1}, {1, 2}, Whole{10, 20});
  check_events("src,\"d\nst\",time,dst\n0,\"x\n\ny\",10,4\n1,\"say \"\"so\"\"\n\",20,5\n2,z,30,6\n", {0, 1, 2},
               {4, 5, 6}, Whole{10, 20, 30});
  check_events("0,1,7\n\"1\",\"2\",8", {0, 1}, {1, 2}, Whole{7, 8});
  CHECK(event_refusal("src,dst,time,msg\n0,1,10,\"a\nb\"\nx,2,20,c\n") ==
        "4:1 not_an_integer: node id 'x' is not an integer");
  CHECK(event_refusal("src,dst,time,msg\n0,1,10,c\n1,2,20,\"a\nb\n") ==
        "3:8 malformed: the quotes of '\"a' are not closed");
}

TEST_CASE("times have the unit of dates") {
  CHECK(read_events(std::string_view("0,1,1970-01-02\n"))->unit == temporal::TimeUnit::seconds);
  CHECK(read_events(std::string_view("0,1,7\n"))->unit == temporal::TimeUnit::plain);
}

TEST_CASE("columns are known by their names, whatever stands between them") {
  check_events("src,dst,time\n3,4,10\n4,3,11\n", {3, 4}, {4, 3}, Whole{10, 11});
  check_events("userId,movieId,rating,timestamp\n3,4,4.5,10\n", {3}, {8}, Whole{10});
  check_events("source_id,target_id,ts\n3,4,10\n", {3}, {4}, Whole{10});
  check_events("src_id,dst_id,ts\n3,4,10\n", {3}, {4}, Whole{10});
  check_events("sources,destinations,timestamps\n3,4,10\n", {3}, {4}, Whole{10});
  check_events("row,src,dst,t,col\n0,3,4,10,1\n", {3}, {4}, Whole{10});
  check_events("src,dst,date\n3,4,2020-01-01\n", {3}, {4}, Whole{1577836800});
  check_events("src,dst,day\n3,4,10\n", {3}, {4}, Whole{10});
  check_events("src,day,dst,ts\n3,9,4,10\n", {3}, {4}, Whole{10});  // a time by its usual name comes first
  CHECK(
      event_refusal("src,dst,day,date\n3,4,1,2\n") ==
      "1 malformed: ambiguous column of times: 'day' or 'date'; choose columns with --columns SOURCE,DESTINATION,TIME");
  check_events(",u,i,ts,label,name\n0,3,4,10,0,x\n", {3}, {4}, Whole{10});
  check_events("\xef\xbb\xbf# ours\r\nTime;Target;SOURCE\r\n\r\n10;4;3\r\n", {3}, {4}, Whole{10});
  check_events("3 4 10\n4  4\t12", {3, 4}, {4, 4}, Whole{10, 12});
  check_events("1::7::5::10\n2::8::4::11\n", {1, 2}, {7, 8}, Whole{10, 11}, {.columns = {"1", "2", "4"}});
  check_events("id\tfrom\tto\tat\n9\t3\t4\t5\n", {3}, {4}, Whole{5}, {.columns = {"from", "to", "at"}});
  check_events("9,3,4,5\n", {3}, {4}, Whole{5}, {.columns = {"2", "3", "4"}});
}

TEST_CASE("a comment above the first row may name the columns") {
  std::string notes;
  const auto note = [&](const std::string& said) { notes += said + "\n"; };
  check_events("# of numpy\n# time src dst\n1.0e+01 3 4\n1.1e+01 4 3\n", {3, 4}, {4, 3}, Fractional{10, 11},
               {.note = note});
  CHECK(notes == "read as a table whose columns the comment above it names\n");
  check_events("#src,weight,dst,t\n3,1,4,10\n", {3}, {4}, Whole{10});
  check_events("# time src dst\nsrc,dst,time\n3,4,10\n", {3}, {4}, Whole{10});
  check_events("# nodes from file\n3 4 10\n# time src dst\n4 3 11\n", {3, 4}, {4, 3}, Whole{10, 11});
  check_events("# time src dst\n3 4 10\n", {3}, {4}, Whole{10}, {.columns = {"1", "2", "3"}, .bipartite = false});
  check_events("# at a b\n10 3 4\n", {3}, {4}, Whole{10}, {.columns = {"a", "b", "at"}, .bipartite = false});
  notes.clear();
  check_events("# src dst time\n3 4 10\n", {3}, {4}, Whole{10}, {.note = note});
  check_events("# time src src\n3 4 10\n", {3}, {4}, Whole{10}, {.note = note});
  check_events("# time src 5\n3 4 10\n", {3}, {4}, Whole{10}, {.note = note});
  CHECK(notes.empty());
}

TEST_CASE("networks of KONECT have weights before times, and say whether nodes are of two kinds") {
  std::string notes;
  const auto note = [&](const std::string& said) { notes += said + "\n"; };
  check_events("% bip weighted\n% 2 2 2\n1 1 5 10\n2 1 4 11\n", {1, 2}, {4, 4}, Whole{10, 11}, {.note = note});
  CHECK(notes == "read as a network of KONECT, whose ids from 1 are kept; times are in column 4\n");
  check_events("% asym positive\n1\t2\t1\t10\n2\t1\t1\t11\n", {1, 2}, {2, 1}, Whole{10, 11});
  check_events("% bip weighted\n1 1 10 5\n2 1 11 4\n", {1, 2}, {4, 4}, Whole{10, 11}, {.columns = {"1", "2", "3"}});
  check_events("% bip weighted\n1 1 5 10\n", {1}, {1}, Whole{10}, {.bipartite = false});
  CHECK(event_refusal("% sym weighted\n1 2 5\n2 3 6\n") ==
        "2 missing_column: a network of KONECT without times, of which there are none before column 4; choose columns "
        "with --columns SOURCE,DESTINATION,TIME");
}

TEST_CASE("a header may lack the name of the rows' names, as R writes it") {
  check_events("\"src\" \"dst\" \"time\"\n\"1\" 3 4 10\n\"2\" 4 3 1e+05\n", {3, 4}, {4, 3}, Fractional{10, 1e5});
  check_events("src,dst,time\n\"a\",3,4,10\n", {3}, {4}, Whole{10}, {.columns = {"2", "3", "4"}, .bipartite = false});
  check_events("# of R\n\ntime src dst\n\n1 10 3 4", {3}, {4}, Whole{10});
  CHECK(event_refusal("src,dst,time\n1,3,4,10\n") == "2:7 extra_column: expected 3 columns, found 4");
}

TEST_CASE("feature rows are those of a column") {
  const auto rows_of = [](std::string_view text, const EventReadOptions& options = {}) {
    const auto events = read_events(text, options);
    REQUIRE_MESSAGE(events.has_value(), events.error().message);
    CHECK(feature_row_count(*events) == (events->feature_rows.empty() ? 2 : 3));
    return events->feature_rows;
  };
  for (const std::string name : {"idx", "IDX", "e_idx", "edge_idx", "edge_idxs", "eid", "edge_id"}) {
    std::string noted;
    const EventReadOptions options{.note = [&](const std::string& text) { noted += text; }};
    CHECK(rows_of(",u,i,ts,label," + name + "\n0,3,4,10,0,1\n1,4,3,11,0,2\n", options) == Whole{1, 2});
    CHECK(noted.starts_with("column '" + name + "' has the row of each interaction in a table of edge features"));
    noted.clear();
    CHECK(rows_of("u,i,ts," + name + "\n3,4,10,0\n4,3,11,1\n", options).empty());  // in the order of the file
    CHECK(noted.empty());
  }
  const std::string_view table = "idx,u,i,ts,row\n1,3,4,10,2\n\"2\",4,3,11,0\n";
  CHECK(rows_of(table) == Whole{1, 2});
  CHECK(rows_of(table, {.columns = {"u", "i", "ts"}}).empty());
  CHECK(rows_of(table, {.columns = {"u", "i", "ts", "row"}}) == Whole{2, 0});
  CHECK(rows_of(table, {.columns = {"2", "3", "4", "5"}}) == Whole{2, 0});
  CHECK(rows_of("u,i,ts\n3,4,11\n4,3,10\n3,3,10\n", {.events = {.sort = true}}) == Whole{1, 2, 0});
  CHECK(rows_of("u,i,ts,idx\n3,4,11,1\n4,3,10,2\n", {.events = {.sort = true}}) == Whole{2, 1});
}

TEST_CASE("feature rows that are none") {
  CHECK(event_refusal("u,i,ts,idx\n3,4,10,x\n") ==
        "2:8 not_an_integer: feature row 'x' is not an integer; --columns SOURCE,DESTINATION,TIME leaves it out");
  CHECK(event_refusal("u,i,ts,idx\n3,4,10,\n").starts_with("2:8 "));
  CHECK(event_refusal("u,i,ts,idx\n3,4,10,-1\n").starts_with("2:8 negative: "));
  CHECK(event_refusal("u,i,ts,idx\n3,4,10,2147483647\n") ==
        "2 too_large: feature row 2147483647 is not below 2^31 - 1");
  CHECK(event_refusal("u,i,ts,idx,eid\n3,4,10,1,1\n") ==
        "1 malformed: ambiguous column of feature rows: 'idx' or 'eid'; choose columns with --columns "
        "SOURCE,DESTINATION,TIME,ROW");
  CHECK(event_refusal("u,i,ts,idx\n3,4,10,1\n", {.columns = {"u", "i", "ts", "ts"}}) ==
        "1 unsupported: column 'ts' is used twice");
}

TEST_CASE("users and items are numbered separately: items follow the users") {
  const std::string_view table =
      "user_id,item_id,timestamp,state_label,comma_separated_list_of_features\n"
      "0,0,0.0,0,-0.17,0.5,0.1\n"
      "2,0,36.0,0,\n"
      "1,1,77.0,1,0.25\r\n"
      "0,1,77.0,0,\"0.25\",7\n";
  check_events(table, {0, 2, 1, 0}, {3, 3, 4, 4}, Fractional{0, 36, 77, 77});
  const auto events = read_events(table, {});
  REQUIRE(events.has_value());
  CHECK(events->first_item == 3);
  CHECK(events->nodes == 5);
  CHECK(events->features == 3);
  CHECK(statistics(*events).first_item == 3);
  CHECK(statistics(*events).self_loops == 0);
  check_events("USER_ID,x,Item_ID,ts\n4,9,7,1\n", {4}, {12}, Whole{1});
}

TEST_CASE("ids are of one kind where only one is a user or an item, or where that is said") {
  check_events("user,item,time\n0,0,1\n2,1,2\n", {0, 2}, {3, 4}, Whole{1, 2});
  check_events("from,to,time\n0,5,1\n", {0}, {5}, Whole{1});
  check_events("user_id,item_id,timestamp\n0,0,1\n", {0}, {1}, Whole{1},
               {.columns = {"user_id", "item_id", "timestamp"}});
  check_events("user_id,item_id,timestamp\n0,0,1\n", {0}, {0}, Whole{1}, {.bipartite = false});
  check_events("src,dst,time\n0,0,1\n", {0}, {1}, Whole{1}, {.bipartite = true});
  check_events("user_id,dst,timestamp\n0,0,1\n", {0}, {0}, Whole{1});
  check_events("src,item_id,timestamp\n0,0,1\n", {0}, {0}, Whole{1});
}

TEST_CASE("items are checked as ids of their file") {
  CHECK(event_refusal("user_id,item_id,timestamp\n0,1,1\n5,268435456,1\n") ==
        "3 too_large: node id 268435456 is not below 2^28; number the nodes 0, 1, 2, …");
  CHECK(event_refusal("user_id,item_id,timestamp\n268435455,0,1\n") ==
        "2 too_large: node id 268435456 is not below 2^28; number the nodes 0, 1, 2, …");
  CHECK(event_refusal("user_id,item_id,timestamp,f\n0,0,1,2,3\n") == event_refusal("src,dst,timestamp,f\n0,0,1,2,3\n"));
  CHECK(event_refusal("user_id,item_id,timestamp,f,comma_separated_list_of_features\n0,0,1\n") ==
        event_refusal("src,dst,timestamp,f,g\n0,0,1\n"));
}

TEST_CASE("times are whole and exact, or doubles") {
  check_events("0,1,-4611686018427387904\n0,1,4611686018427387904\n", {0, 0}, {1, 1},
               Whole{-4611686018427387904, 4611686018427387904});
  check_events("0,1,1\n0,1,1.5\n0,1,2e1\n0,1,21\n", {0, 0, 0, 0}, {1, 1, 1, 1}, Fractional{1, 1.5, 20, 21});
  check_events("0,1,3.0\n", {0}, {1}, Fractional{3});
  check_events("0,1,9007199254740992\n0,1,9007199254740992.0\n", {0, 0}, {1, 1},
               Fractional{9007199254740992, 9007199254740992});
  CHECK(event_refusal("0,1,9007199254740993\n0,1,9007199254740994.0\n") ==
        "1 too_large: time 9007199254740993 exceeds 2^53 and is not exact when mixed with fractional times");
  CHECK(event_refusal("0,1,0.5\n0,1,9007199254740993\n") ==
        "2:5 too_large: time 9007199254740993 exceeds 2^53 and is not exact when mixed with fractional times");
  CHECK(event_refusal("0,1,4611686018427387905\n") == "1:5 too_large: time '4611686018427387905' is beyond 2^62");
  CHECK(event_refusal("0,1,99999999999999999999\n") == "1:5 too_large: time '99999999999999999999' is beyond 2^62");
}

TEST_CASE("plain lines, which are read fast, are read as other lines are") {
  // A blank before a line sends it to the careful path, and moves its columns by one.
  const std::vector<std::string> times{"7", "7", "7",  "7.5", "1e1", "-3", "007", "123456789012345678",
                                       "",  "x", " 7", "7 ",  "nan"};
  const std::vector<std::string> nodes{
      "0", "1", "2", "3", "12", "0004", "-0", "-1", "", "1.5", "0000000000000000001", "268435456"};
  const std::vector<std::string> rests{"", "", ",", ",z", ",\"a,b\"", "\r"};
  std::mt19937 random(1);
  const auto one_of = [&](const std::vector<std::string>& all, std::size_t usual) -> const std::string& {
    return all[random() % 20 == 0 ? random() % all.size() : random() % usual];
  };
  int refused = 0;
  for (int round = 0; round < 2000; ++round) {
    std::string plain;
    std::string careful;
    const bool named = random() % 2 == 0;
    if (named) plain = careful = "t,u,v,more\n";
    for (std::size_t row = random() % 12; row-- > 0;) {
      const std::string line =
          named ? one_of(times, 3) + "," + one_of(nodes, 6) + "," + one_of(nodes, 6) + "," + one_of(rests, 1)
                : one_of(nodes, 6) + "," + one_of(nodes, 6) + "," + one_of(times, 3) + one_of(rests, 2);
      plain += line + "\n";
      careful += " " + line + "\n";
    }
    const EventReadOptions options{.events = {.sort = random() % 2 == 0}};
    const auto fast = read_events(plain, options);
    const auto slow = read_events(careful, options);
    CAPTURE(plain);
    REQUIRE(fast.has_value() == slow.has_value());
    if (fast) {
      CHECK(fast->sources == slow->sources);
      CHECK(fast->destinations == slow->destinations);
      CHECK(fast->times == slow->times);
    } else {
      ++refused;
      CHECK(fast.error().message == slow.error().message);
      CHECK(fast.error().line == slow.error().line);
    }
  }
  CHECK(refused > 200);
  CHECK(refused < 1800);
}

TEST_CASE("what is no interaction is named with its line and column") {
  CHECK(event_refusal("src,dst,time\n0,1,2\n0,-1,3\n") == "3:3 negative: node id '-1' is negative");
  CHECK(event_refusal("src,dst,time\n0.5,1,2\n") == "2:1 not_an_integer: node id '0.5' is not an integer");
  CHECK(event_refusal("src,dst,time\n0,,2\n") == "2:3 malformed: a node id is missing; leave out rows that lack one");
  CHECK(event_refusal("src,dst,time\n0,None,2\n") ==
        "2:3 malformed: a node id is missing: 'None'; leave out rows that lack one");
  CHECK(event_refusal("src,dst,time\n0,1,nan\n") == "2:5 malformed: time 'nan' is not a finite number");
  CHECK(event_refusal("src,dst,time\n0,1,-inf\n") == "2:5 malformed: time '-inf' is not a finite number");
  CHECK(event_refusal("src,dst,time\n0,1,1e999\n") == "2:5 malformed: time '1e999' is not a finite number");
  CHECK(event_refusal("src,dst,time\n0,1,noon\n") == "2:5 malformed: time 'noon' is not a finite number");
  CHECK(event_refusal("src,dst,time\n0,1,5x\n") == "2:5 malformed: time '5x' is not a finite number");
  CHECK(event_refusal("src,dst,time\n0,1,\n") == "2:5 malformed: a time is missing");
  CHECK(event_refusal("src,dst,time\n0,1\n") == "2:4 missing_column: expected 3 columns, found 2");
  CHECK(event_refusal("src,dst,time\n0,1,2,3\n") == "2:7 extra_column: expected 3 columns, found 4");
  CHECK(event_refusal("src,dst,time\n\"0,1,2\n") == "2:1 malformed: the quotes of '\"0,1,2' are not closed");
  CHECK(event_refusal("src,dst,time\n\n0,1,7\n# later\n0,1,5\n") ==
        "5 out_of_order: time 5 comes after 7; interactions must be sorted by time");
  CHECK(event_refusal("0,268435456,7\n") ==
        "1 too_large: node id 268435456 is not below 2^28; number the nodes 0, 1, 2, …");
  for (const std::string_view nothing : {"", "\n\n", "src,dst,time\n", "# nothing"}) {
    CHECK(event_refusal(nothing) == "empty: no interactions");
  }
}

TEST_CASE("columns that are not there, or may be two") {
  CHECK(event_refusal("src,dst,when\n0,1,2\n") ==
        "1 missing_column: no column of times (time, timestamp, ts, t); columns: src, dst, when; choose "
        "columns with --columns SOURCE,DESTINATION,TIME");
  CHECK(
      event_refusal("src,u,dst,t\n0,1,2,3\n") ==
      "1 malformed: ambiguous column of sources: 'src' or 'u'; choose columns with --columns SOURCE,DESTINATION,TIME");
  CHECK(event_refusal("0,1\n") == "1 missing_column: expected 3 columns (source, destination and time), found 2");
  CHECK(event_refusal("0,1,2,3\n") ==
        "1 extra_column: expected 3 columns (source, destination and time), found 4; choose columns with --columns "
        "SOURCE,DESTINATION,TIME");
  const auto choose = [](Names columns) { return EventReadOptions{.columns = std::move(columns)}; };
  CHECK(event_refusal("a,b,c\n0,1,2\n", choose({"a", "b"})) ==
        "1 component_mismatch: expected 3 columns (source, destination and time) in --columns, found 2");
  CHECK(event_refusal("a,b,c\n0,1,2\n", choose({"a", "b", "d"})) ==
        "1 missing_column: unknown column 'd'; columns: a, b, c");
  CHECK(event_refusal("a,b,c\n0,1,2\n", choose({"a", "b", "1"})) == "1 unsupported: column '1' is used twice");
}

TEST_CASE("what is to be done about the order and the nodes is passed on") {
  check_events("0,1,7\n1,2,5\n", {1, 0}, {2, 1}, Whole{5, 7}, {.events = {.sort = true}});
  CHECK(event_refusal("0,1,7\n1,2,9\n", {.events = {.nodes = 2}}) ==
        "2 out_of_range: node id 2 is not below 2, the number of nodes");
}

TEST_CASE("columns of a table are chosen by their names") {
  using Columns = std::vector<std::size_t>;
  const auto chosen = [](const Names& names, const Names& wanted = {}) {
    const auto columns = event_columns(names, wanted);
    return columns ? *columns : Columns{};
  };
  CHECK(chosen({"note", "time", "src", "dst"}) == Columns{2, 3, 1});
  CHECK(chosen({"row", "col", "day", "idx"}) == Columns{0, 1, 2, 3});
  CHECK(chosen({"a", "b", "c", "d"}, {"4", "a", "2"}) == Columns{3, 0, 1});
  CHECK(chosen({"a", "b", "c", "d"}, {"a", "b", "c", "d"}) == Columns{0, 1, 2, 3});
  CHECK(chosen({"a", "b", "c"}).empty());
}

/// The notes on a text, which is read or refused.
static std::string notes_on(std::string_view text, EventReadOptions options = {}) {
  std::string notes;
  options.note = [&](const std::string& note) { notes += note + "\n"; };
  (void)read_events(text, options);
  return notes;
}

TEST_CASE("the first of three columns without names may have the times") {
  const auto is_noted = [](std::string_view text, const EventReadOptions& options = {}) {
    return notes_on(text, options).find("--columns 2,3,1") != std::string::npos;
  };
  const std::string times_first = "105,0,1\n106,1,2\n107,2,0\n";
  CHECK(event_refusal(times_first).ends_with("; if the first column, which ascends, has the times: --columns 2,3,1"));
  CHECK_FALSE(event_refusal("0,1,105\n1,2,107\n2,0,106\n").find("--columns") != std::string::npos);
  CHECK(is_noted(times_first, {.events = {.sort = true}}));
  CHECK_FALSE(is_noted(times_first, {.columns = {"2", "3", "1"}}));
  CHECK_FALSE(is_noted("src,dst,time\n" + times_first, {.events = {.sort = true}}));
  CHECK_FALSE(is_noted("0,1,105\n1,2,107\n2,0,106\n", {.events = {.sort = true}}));  // sources in order
  CHECK_FALSE(is_noted("105,0,1\n106,1,2\n104,2,0\n", {.events = {.sort = true}}));
}

TEST_CASE("dates as whole numbers are noted") {
  const auto is_noted = [](std::string_view text) {
    return notes_on(text).find(" may be dates, and are read as plain numbers; write dates as 2024-01-31") !=
           std::string::npos;
  };
  CHECK(notes_on("0,1,20240131\n1,2,20240201\n").starts_with("times such as 20240131 may be dates"));
  CHECK(is_noted("0,1,20231231235959\n1,2,20240101000000\n"));
  for (const std::string_view text :
       {"0,1,20240131\n1,2,20240132\n", "0,1,20240131\n1,2,20241301\n", "0,1,18991231\n", "0,1,20231231236000\n",
        "0,1,20240131.5\n", "0,1,1700000000\n1,2,1700000001\n", "0,1,2024-01-31\n"}) {
    CAPTURE(text);
    CHECK_FALSE(is_noted(text));
  }
}

TEST_CASE("a last value is noted where it may have been longer") {
  const auto is_noted = [](std::string_view text, const EventReadOptions& options = {}) {
    return notes_on(text, options).find("may be truncated") != std::string::npos;
  };
  CHECK(is_noted("0,1,15\n1,2,150\n1,2,15", {.events = {.sort = true}}));
  CHECK(is_noted("0,1,1.25\n1,2,2.5"));
  CHECK(is_noted("0,1,2020-01-01T05:00:00\n1,2,2020-01-02"));
  CHECK(is_noted("time,dst,src\n1,0,30\n2,1,4"));
  for (const std::string text :
       {"0,1,15\n1,2,25", "0,1,5\n1,2,25", "0,1,2.5\n1,2,2.75", "0,1,2020-01-01\n1,2,2020-01-02",
        "time,dst,src\n1,0,30\n2,1,44", "src,dst,time,weight\n0,1,1,2.25\n1,2,25,1"}) {
    CAPTURE(text);
    CHECK_FALSE(is_noted(text));
  }
  CHECK_FALSE(is_noted("1"));
}

TEST_CASE("commas within times are refused with the way out") {
  CHECK(event_refusal("src;dst;time\n0;1;3,5\n") ==
        "2:5 malformed: time '3,5' is not a finite number; write numbers with a point, and without commas");
}

TEST_CASE("arrays of whole numbers") {
  const std::string header = "\x93NUMPY\x01" + std::string("\0\x76\0", 3);
  const auto array = [&](const std::string& shape, const std::string& values, const std::string& fortran = "False") {
    std::string text = "{'descr': '|u1', 'fortran_order': " + fortran + ", 'shape': " + shape + "}";
    text.resize(0x75, ' ');
    return header + text + "\n" + values;
  };
  check_events(array("(2, 3)", "\x01\x02\x07\x03\x01\x07"), {1, 3}, {2, 1}, Whole{7, 7});
  check_events(array("(2, 3)", "\x01\x03\x02\x01\x07\x07", "True"), {1, 3}, {2, 1}, Whole{7, 7});
  check_events(array("(1, 4)", "\x09\x02\x07\x03"), {7}, {2}, Whole{3}, {.columns = {"3", "2", "4"}});
  CHECK(event_refusal(array("(2, 3)", "\x01\x02\x07\x03\x01\x06")) ==
        "out_of_order: time 6 comes after 7; interactions must be sorted by time (event 1)");
  CHECK(event_refusal(array("(1, 2)", "\x01\x02")) ==
        "missing_column: expected 3 columns (source, destination and time), found 2");
}

TEST_CASE("other formats are refused by their name") {
  CHECK(event_refusal("[[0,1,2]]") ==
        "unsupported: interactions are read from csv, npy, npz, parquet or arrow, not from json");
  CHECK(event_refusal("0,1,2", {.format = Format::json_lines}) ==
        "unsupported: interactions are read from csv, npy, npz, parquet or arrow, not from json_lines");
  const std::string_view way_out =
      "unsupported: this is a ZIP archive without arrays; extract it and pass one of its files";
  CHECK(event_refusal(zip_archive({{"a.csv", "0,1,2\n"}})) == way_out);
  CHECK(event_refusal(zip_archive({{"a/", ""}, {"a/a.csv", "0,1,2\n"}, {"a/b.csv", "0,1,2\n"}})) == way_out);
  CHECK(event_refusal(zip_archive({{"a", "0,1,2\n"}})).find("not a .npy file") != std::string::npos);
}

}  // namespace tuplepack::tests::events_test
